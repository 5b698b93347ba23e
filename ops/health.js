// The health check of the image: exits with 0 if the service replies.
const port = process.env.PORT || 8787
const reply = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
process.exitCode = reply?.ok ? 0 : 1
