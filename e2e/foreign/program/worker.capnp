using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # This machine alone, where the service of the test is.
    (name = "network", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.bundle.js")],
  compatibilityDate = "2026-10-01",
  bindings = [
    (name = "apiKey", fromEnvironment = "FOOTNOTE_API_KEY"),
    (name = "baseUrl", fromEnvironment = "FOOTNOTE_BASE_URL"),
  ],
  globalOutbound = "network",
);
