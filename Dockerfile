# Larder in a container: about what `npm start` does, with everything built beforehand.
#   docker build -t larder . && docker run -p 3000:3000 -v larder:/data --read-only --tmpfs /tmp larder
FROM node:26-bookworm-slim AS build
WORKDIR /larder
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts && npm rebuild node
COPY . .
RUN npm run build \
 && npm prune --omit=dev --ignore-scripts \
 # The runtime of the models comes for every system; here there is one.
 && rm -rf node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 \
 && rm -rf node_modules/.cache tests bench docs

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin larder \
 && install -d -o larder -g larder -m 0700 /data
WORKDIR /larder
COPY --from=build --chown=root:root /larder ./
USER larder
ENV HOST=0.0.0.0 PORT=3000 LARDER_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node_modules/node/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself gets the signals: a stop is clean without a shell or npm in between.
CMD ["node_modules/node/bin/node", "src/app/server.ts"]
