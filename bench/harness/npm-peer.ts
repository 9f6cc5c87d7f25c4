import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Package {
  name: string
  version: string
}

/** Installs packages into a folder of their own on first use. Returns their folder; throws when npm cannot fetch them. */
export async function npmPeer(
  folder: string,
  packages: readonly Package[],
  say: (line: string) => void,
): Promise<string> {
  const modules = join(folder, 'node_modules')
  if (packages.every(each => installedVersion(modules, each.name) === each.version)) return modules
  const wanted = packages.map(({ name, version }) => `${name}@${version}`)
  say(`installing ${wanted.join(' and ')} with npm`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  await promisify(execFile)('npm', ['install', ...options, ...wanted], { cwd: folder, timeout: 180_000 })
  return modules
}

function installedVersion(modules: string, name: string): string | undefined {
  const file = join(modules, name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}
