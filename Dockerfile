# Larder in a container: like `npm start`, but built ahead of time.
#   docker build -t larder . && docker run -p 3000:3000 -v larder:/data --read-only --tmpfs /tmp larder
ARG NODE_IMAGE=node:26.10.0-bookworm-slim
# This tag receives Debian's security fixes. To pin a digest: --build-arg DEBIAN_IMAGE=debian:bookworm-slim@sha256:… (docs/running.md)
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /larder
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts
COPY . .
RUN npm run build \
 # List of components, to check for known vulnerabilities.
 && npm run --silent sbom > sbom.json \
 # --no-save: if npm rewrote the lock file, the build would no longer match it and the server would load the sources.
 && npm prune --no-save --omit=dev --ignore-scripts \
 # onnxruntime-node includes libraries for every system; keep only Linux.
 && rm -rf node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 \
 && rm -rf node_modules/.cache tests bench docs training \
 && find src scripts -name '*.test.*' -delete

FROM ${DEBIAN_IMAGE}
# The only library Node needs that minimal Debian lacks.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin larder \
 && install -d -o larder -g larder -m 0700 /data
WORKDIR /larder
COPY --from=build --chown=root:root /larder ./
USER larder
# Fail the build if Node can't start or the built server wouldn't be used.
RUN node_modules/.bin/node -v \
 && node_modules/.bin/node -e "import('./src/app/built-server.ts').then(({ builtServer }) => process.exit(builtServer('.') ? 0 : 1))"
ENV HOST=0.0.0.0 PORT=3000 LARDER_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Uses https if Larder does, without checking the certificate: it's for the public name, not 127.0.0.1.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "require(process.env.LARDER_TLS_CERT ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/api/ready', rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Start Node directly so that it receives stop signals.
CMD ["node_modules/.bin/node", "src/app/server.ts"]
