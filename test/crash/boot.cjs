// Runs a bundle from its compiled form, since compiling is most of what it takes to start: node boot.cjs <bundle> [compile]
const { readFileSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')

const [, , bundle, compile] = process.argv
const compiled = `${bundle}.compiled`
// Schemas would be compiled as well, which takes longer than the few calls of a process that is soon killed.
globalThis.__zod_globalConfig = { jitless: true }
const script = new Script(readFileSync(bundle, 'utf8'), {
  filename: bundle,
  ...(!compile && { cachedData: readFileSync(compiled) }),
})
script.runInThisContext()(require, { exports: {} })
// What ran until the end of the commands is compiled by then.
if (compile) process.on('exit', () => writeFileSync(compiled, script.createCachedData()))
