import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, mayInstallPackages } from './debian-package.mjs'

const howToInstall =
  'nginx and openssl are needed to test the example of a team server. Debian, Ubuntu: apt-get install nginx openssl. ' +
  'macOS: brew install nginx openssl.'

/** The paths of nginx and openssl on this machine, or undefined. */
export function findNginx() {
  const [nginx, openssl] = ['nginx', 'openssl'].map(find)
  return nginx && openssl ? { nginx, openssl } : undefined
}

/** Finds them, or installs them where that needs no question: as root on a Debian-like system. */
export function ensureNginx() {
  const found = findNginx()
  if (found) return found
  if (!mayInstallPackages()) throw new Error(howToInstall)
  installPackages(['nginx', 'openssl'], 'for the test of a team server', howToInstall)
  const installed = findNginx()
  if (!installed) throw new Error(howToInstall)
  return installed
}

function find(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/bin']
  return folders.map(folder => join(folder, name)).find(path => existsSync(path))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${ensureNginx().nginx}\n`)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
