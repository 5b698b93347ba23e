/**
 * Test material, public and worthless: a key and its self-signed certificate for localhost,
 * 127.0.0.1 and client.example, valid until 2126 and trusted by no machine.
 */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBqzCCAVGgAwIBAgIUdO6CDGRAt7JvFoY6KtAP6c8X86EwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNzA4NTU0MFoYDzIxMjYxMDI0
MDg1NTQwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASosXbTvcVolqf8/3mPVaNQ9umwu1Ji/iNH8qiH8IyROnw9SW7DZ1XA
9OyTPYTIFEUNk7chMfCVeCIhtZrYJiZgo38wfTAdBgNVHQ4EFgQUis0p5EbmvRhD
t7njrC6wgi0lwPQwHwYDVR0jBBgwFoAUis0p5EbmvRhDt7njrC6wgi0lwPQwDwYD
VR0TAQH/BAUwAwEB/zAqBgNVHREEIzAhgglsb2NhbGhvc3SCDmNsaWVudC5leGFt
cGxlhwR/AAABMAoGCCqGSM49BAMCA0gAMEUCIQDilVZfJPjYAHM96uTk2bdIhAY5
rI/P39INgCV5siQ86gIgMFnMCWSJhkT7zwOGPPVjz65BVZ4wweoh3ke0XtgPEik=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4pqvZmbetl9vkAl1
dJvtiIu+jf3oG9ipAfw4+rjbo4mhRANCAASosXbTvcVolqf8/3mPVaNQ9umwu1Ji
/iNH8qiH8IyROnw9SW7DZ1XA9OyTPYTIFEUNk7chMfCVeCIhtZrYJiZg
-----END PRIVATE KEY-----
`,
}
