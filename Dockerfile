# Larder in a container: about what `npm start` does, with everything built beforehand.
#   docker build -t larder . && docker run -p 3000:3000 -v larder:/data --read-only --tmpfs /tmp larder
ARG NODE_IMAGE=node:26.10.0-bookworm-slim
# Debian's security fixes come under this name. By digest: --build-arg DEBIAN_IMAGE=debian:bookworm-slim@sha256:… (docs/running.md)
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /larder
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts
COPY . .
RUN npm run build \
 # What is in here, for whoever looks for a part with a known hole.
 && npm run --silent sbom > sbom.json \
 # Not saved: a lock file written anew is another than the one the server was built from, and the sources would be loaded instead.
 && npm prune --no-save --omit=dev --ignore-scripts \
 # The runtime of the models comes for every system; here there is one.
 && rm -rf node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 \
 && rm -rf node_modules/.cache tests bench docs training \
 && find src scripts -name '*.test.*' -delete

FROM ${DEBIAN_IMAGE}
# The one library Node asks for that a bare Debian lacks.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin larder \
 && install -d -o larder -g larder -m 0700 /data
WORKDIR /larder
COPY --from=build --chown=root:root /larder ./
USER larder
# No image without a Node that starts, or with a built server that would not be used.
RUN node_modules/.bin/node -v \
 && node_modules/.bin/node -e "import('./src/app/built.ts').then(({ builtServer }) => process.exit(builtServer('.') ? 0 : 1))"
ENV HOST=0.0.0.0 PORT=3000 LARDER_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# By https where Larder speaks that, whatever its certificate says: it is for the name people use.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "require(process.env.LARDER_TLS_CERT ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/api/ready', rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Node itself gets the signals: a stop is clean without a shell or npm in between.
CMD ["node_modules/.bin/node", "src/app/server.ts"]
