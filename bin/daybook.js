#!/usr/bin/env node
const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

const dist = join(__dirname, '../dist')
const program = join(dist, 'daybook.cjs')
if (!existsSync(program)) {
  process.stderr.write('Daybook is not built yet. Run: npm run build\n')
  process.exit(1)
}
// Node 22 and later keep compiled code between starts.
if (enableCompileCache) enableCompileCache()
else require('./code-cache.js').keepCompiledCode(dist)

require(program)
  .main(process.argv.slice(2))
  .then(code => {
    process.exitCode = code
  })
