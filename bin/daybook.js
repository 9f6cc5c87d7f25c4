#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const program = new URL('../dist/daybook.js', import.meta.url)
if (!existsSync(program)) {
  process.stderr.write('Daybook is not built yet. Run: npm run build\n')
  process.exit(1)
}
// Node 22 and later keep compiled code between starts; Node 20 has no such cache.
module.enableCompileCache?.()
await import(program.href)
