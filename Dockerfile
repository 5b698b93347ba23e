# syntax=docker/dockerfile:1
# One image for the service and for a standalone engine. ops/check-image.sh runs the same steps without Docker.

FROM node:24-bookworm-slim AS build
WORKDIR /opt/footnote
COPY . .
# The tools that build the website and the packages stay in this stage. Node itself comes from the lock file.
RUN ops/build-image.sh /usr/local/bin/footnote-node

FROM debian:bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    FOOTNOTE_DATA_DIR=/var/lib/footnote \
    FOOTNOTE_ENGINE_KEYS_DIR=/var/lib/footnote-keys
COPY --from=build /usr/local/bin/footnote-node /usr/local/bin/node
COPY --from=build /opt/footnote /opt/footnote
WORKDIR /opt/footnote
# These folders are the only ones that the service writes to, so the root file system can be read-only.
RUN useradd --system --no-create-home --uid 10001 footnote \
    && install -d -o footnote -g footnote -m 0700 /var/lib/footnote /var/lib/footnote-keys
USER 10001
VOLUME ["/var/lib/footnote", "/var/lib/footnote-keys"]
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "ops/health.js"]
ENTRYPOINT ["node", "server/bin/footnote.js"]
CMD ["serve"]
