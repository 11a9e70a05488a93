// Preloaded by a server that is to live in a small box (`small-box.ts`): before anything else it joins the groups it is told of.
const { writeFileSync } = require('node:fs')
for (const list of (process.env.LARDER_TEST_BOX ?? '').split(':')) if (list) writeFileSync(list, String(process.pid))
