#!/usr/bin/env node
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { kindOf, load } = require('./code-cache.js')

const program = join(__dirname, '../dist/daybook.cjs')
if (!existsSync(program)) {
  process.stderr.write('Daybook is not built yet. Run: npm run build\n')
  process.exit(1)
}
const args = process.argv.slice(2)
const kind = kindOf(args)
const flags = {
  // A chat keeps its server for days: collect early, rather than hold a multiple of what is in use.
  mcp: ['--heap-growing-percent=30'],
  // A command is over in seconds, and each of its threads optimizes the code for itself: V8 optimizes only what runs
  // longest and inlines little, since more takes longer than it saves. The heap may double between collections, not quadruple.
  diary: ['--heap-growing-percent=100', '--interrupt-budget=400000', '--max-inlined-bytecode-size-cumulative=100'],
  cli: [],
}
// Before anything is loaded, because V8 accepts compiled code only of a process with the same flags.
for (const flag of flags[kind]) require('node:v8').setFlagsFromString(flag)

load(program, kind)
  .main(args)
  .then(code => {
    process.exitCode = code
  })
