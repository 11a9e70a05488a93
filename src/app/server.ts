import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled modules are kept between starts: more than half of a start is compiling. Where it cannot be written, nothing is lost but that.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
await import('./start.ts')
