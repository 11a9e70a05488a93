// Unpacks a model of the npm package nsfwjs into model.json and weights.bin: node unpack.cjs MODEL_FOLDER OUT
// The package stores weights as scripts that export base64.
const { mkdirSync, readdirSync, writeFileSync } = require('node:fs')
const { join, resolve } = require('node:path')

const [, , folder, out] = process.argv
if (!folder || !out) throw new Error('Usage: node unpack.cjs node_modules/nsfwjs/dist/models/inception_v3 OUT')
const load = (name) => require(resolve(folder, name))
const shards = readdirSync(folder)
  .filter((name) => name.startsWith('group1-'))
  .sort()
mkdirSync(out, { recursive: true })
writeFileSync(join(out, 'model.json'), JSON.stringify(load('model.min.js')))
writeFileSync(join(out, 'weights.bin'), Buffer.concat(shards.map((name) => Buffer.from(load(name), 'base64'))))
