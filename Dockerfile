# The portal as an image. Node 24 gets security fixes until April 2028.
# docs/operators.md tells how to run it; test/package/image.test.ts runs its steps.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY portal/package.json portal/
COPY sdk/package.json sdk/
RUN npm ci
COPY . .
RUN npm run build && rm -rf .next/cache

# Without .npmrc, which asks for the development tools. npm installs the compiler even so, as an optional peer of the editor.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY portal/package.json portal/
COPY sdk/package.json sdk/
RUN npm ci --omit=dev && rm -r node_modules/typescript node_modules/payload-support-portal-*

# Root owns the program, so that the user who runs it (node, uid 1000, gid 1000) cannot change it.
FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json /app/next.config.mjs ./
COPY --from=build /app/dist dist
COPY --from=build /app/.next .next
COPY --from=build /app/src/server/*.mjs src/server/
COPY --from=build /app/src/server/build/*.mjs src/server/build/

# A new volume takes its owner from this folder. A folder of the host that is mounted here must belong to uid 1000.
RUN mkdir /data && chown node:node /data
VOLUME /data

USER node
ENV HOST=0.0.0.0 PORT=3000 PORTAL_DATA_DIR=/data
EXPOSE 3000

# The first start creates the tables.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Node itself, because npm does not reliably pass signals on. It stops within ten seconds of SIGTERM.
STOPSIGNAL SIGTERM
# The condition: see docs/traps.md, "The CMS's commands end now and then".
CMD ["node", "--conditions=production", "src/server/start.mjs"]
