// Runs a bundle from its compiled form, since compiling is most of what it takes to start: node boot.cjs <bundle> [compile]
const { readFileSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')

const [, , bundle, compile] = process.argv
const compiled = `${bundle}.compiled`
const script = new Script(readFileSync(bundle, 'utf8'), {
  filename: bundle,
  ...(!compile && { cachedData: readFileSync(compiled) }),
})
script.runInThisContext()(require, { exports: {} })
if (compile) {
  // What ran until here is compiled by now.
  writeFileSync(compiled, script.createCachedData())
  process.exit()
}
