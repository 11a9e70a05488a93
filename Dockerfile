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
# Copies only what runs, and the list of its components, to check for known vulnerabilities. Node starts without its symbols.
RUN apt-get update && apt-get install -y --no-install-recommends binutils \
 && npm run build \
 && npm run --silent sbom | node_modules/.bin/node scripts/assemble-image.ts /image \
 && strip "$(readlink -f /image/node_modules/.bin/node)"

FROM ${DEBIAN_IMAGE}
# The only library Node needs that minimal Debian lacks.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/lib/dpkg/*-old \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin larder \
 && install -d -o larder -g larder -m 0700 /data
WORKDIR /larder
COPY --from=build --chown=root:root /image ./
USER larder
# Fail the build if Node or a native library can't start.
RUN node_modules/.bin/node -v \
 && node_modules/.bin/node -e "for (const name of ['sharp', 'onnxruntime-node']) require(name)"
ENV HOST=0.0.0.0 PORT=3000 LARDER_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Uses https if Larder does, without checking the certificate: it's for the public name, not 127.0.0.1.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "require(process.env.LARDER_TLS_CERT ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/api/ready', rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Start Node directly so that it receives stop signals.
CMD ["node_modules/.bin/node", "dist-server/start.mjs"]
