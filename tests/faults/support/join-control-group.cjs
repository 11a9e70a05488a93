// Preloaded into a server: joins the control groups of LARDER_TEST_BOX before anything else runs (`control-group.ts`).
const { writeFileSync } = require('node:fs')
for (const list of (process.env.LARDER_TEST_BOX ?? '').split(':')) if (list) writeFileSync(list, String(process.pid))
