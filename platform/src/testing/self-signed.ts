/**
 * Test material, public and worthless: a key and its self-signed certificate for localhost and
 * 127.0.0.1, valid until 2126 and trusted by no machine.
 */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUN5yi0bD1jKIJHY6V3yEDdafr8CswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjAzMTAxNFoYDzIxMjYxMDIz
MDMxMDE0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARTRc9AVmwzknTFm+o1jNMBsO+gjZgQZ1KuOipp3Nv06nK8TjBCkAQo
qLCnXgGSfatiqUfuTjVydqnmI7LHJ5T2o28wbTAdBgNVHQ4EFgQUDmcuzA5GGQKG
VrCcFlopHKtquyQwHwYDVR0jBBgwFoAUDmcuzA5GGQKGVrCcFlopHKtquyQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgNITY3GjNlAWDQtsry4+ZJ2qjMD6bnu0WKO/RmkKWV1cCIQCe
wnYOv+r9xW1L/wMxmoyV1gUAQjymp65kT6wUQuOlMg==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0E5DAy1q6Vsdh+1C
pLFzLQy4OtU6QMsNnriIm0STbEahRANCAARTRc9AVmwzknTFm+o1jNMBsO+gjZgQ
Z1KuOipp3Nv06nK8TjBCkAQoqLCnXgGSfatiqUfuTjVydqnmI7LHJ5T2
-----END PRIVATE KEY-----
`,
}
