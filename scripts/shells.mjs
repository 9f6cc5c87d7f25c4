import { spawnSync } from 'node:child_process'
import { installPackages, mayInstallPackages } from './debian-package.mjs'

const shells = ['zsh', 'fish']
const howToInstall = `${shells.join(' and ')} are needed to test completion. Debian, Ubuntu: apt-get install ${shells.join(' ')}.`

/** Makes sure of the shells that complete commands, and installs them where that needs no question. */
export function ensureShells() {
  const missing = shells.filter(shell => spawnSync(shell, ['-c', 'true']).status !== 0)
  if (missing.length === 0) return
  if (!mayInstallPackages()) throw new Error(howToInstall)
  installPackages(missing, 'for the test of completion', howToInstall)
}
