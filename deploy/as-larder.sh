#!/bin/sh
# Runs one of Larder's scripts with the user, data folder and settings of deploy/larder.service. Run as root:
#   /opt/larder/deploy/as-larder.sh scripts/backup.ts --to /mnt/elsewhere --keep 14
exec systemd-run --quiet --pipe --wait --collect --uid=larder --working-directory=/opt/larder \
  --setenv=LARDER_DATA_DIR=/var/lib/larder --property=EnvironmentFile=-/etc/larder.env \
  /opt/larder/node_modules/.bin/node "$@"
