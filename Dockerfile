FROM node:20-bookworm-slim

# Made before it is a volume, so that it is the user's.
RUN mkdir /app /data && chown node:node /app /data
WORKDIR /app
USER node

COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci && npm cache clean --force

COPY --chown=node:node . .
RUN npm run build

ENV HOST=0.0.0.0 PORT=3000 PORTAL_DATA_DIR=/data
VOLUME /data
EXPOSE 3000

# The first start makes the tables.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Node itself, for a signal to npm reaches it by chance: it stops within ten seconds.
STOPSIGNAL SIGTERM
CMD ["node", "src/server/start.mjs"]
