// npm run test:agents: the real Claude Code and the real Codex on scripted models, against the built program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = ['@anthropic-ai/claude-code@2.1.197', '@openai/codex@0.166.0']
const root = fileURLToPath(new URL('..', import.meta.url))

const bin = await install()
const scenes = process.argv.length > 2 ? process.argv.slice(2) : ['main', 'plugin']
for (const scene of scenes) {
  const script = ['scripts/run-ts.mjs', `test/agents/${scene}.ts`, join(bin, 'claude'), join(bin, 'codex')]
  process.exitCode ||= await run([process.execPath, ...script], { cwd: root, stdio: 'inherit' })
}

// They are not dependencies of ours and very large: they have a cache of their own.
async function install() {
  const versions = packages.map(name => name.slice(name.lastIndexOf('@') + 1)).join('-')
  const folder = join(root, `node_modules/.cache/daybook/agents-${versions}`)
  const programs = join(folder, 'node_modules/.bin')
  if (existsSync(join(programs, 'claude')) && existsSync(join(programs, 'codex'))) return programs
  process.stderr.write(`Installing ${packages.join(' and ')} …\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const npm = ['npm', 'install', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', ...packages]
  const code = await run(npm, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (code !== 0)
    throw new Error('The agents could not be installed. They come from npm: check the network, try again.')
  return programs
}

async function run([command, ...args], options) {
  const [code] = await once(spawn(command, args, options), 'exit')
  return code ?? 1
}
