import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether packages can be installed without a question: as root on a Debian-like system. */
export function mayInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs packages, or throws with the instructions for doing it by hand. */
export function installPackages(names, purpose, howToInstall) {
  process.stderr.write(`Installing ${names.join(' ')} ${purpose} (apt-get install ${names.join(' ')}) …\n`)
  aptGet(howToInstall, 'update')
  aptGet(howToInstall, 'install', '-y', '--no-install-recommends', ...names)
}

function aptGet(howToInstall, ...args) {
  // The run level keeps a service among them from being started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { status } = spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    env,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed. ${howToInstall}`)
}
