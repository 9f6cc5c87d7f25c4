import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../harness/workspace.ts'

const name = '@modelcontextprotocol/server-memory'
const version = '2026.8.31'

export const peerName = `server-memory ${version}`

/** The program of the reference memory server, installed beside the project on first use; never a dependency of it. */
export async function installPeer(say: (line: string) => void): Promise<string> {
  const folder = join(projectRoot, 'node_modules/.cache/peers/server-memory')
  const program = join(folder, 'node_modules', name, 'dist/index.js')
  if (existsSync(program) && installedVersion(folder) === version) return program
  say(`installing ${name}@${version} with npm`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  await promisify(execFile)('npm', ['install', ...options, `${name}@${version}`], { cwd: folder, timeout: 180_000 })
  return program
}

function installedVersion(folder: string): string {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
}
