import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, mayInstallPackages } from './debian-package.mjs'

const howToInstall =
  'Chromium is needed for the browser tests. Debian: apt-get install chromium-headless-shell (or chromium). macOS: brew install --cask chromium. ' +
  'Or set CHROMIUM_PATH to the executable of an installed Chromium or Chrome.'

/** The path of a Chromium or Chrome on this machine, or undefined. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin']
  // The shell without a window takes a third less CPU time for the same pages.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const candidates = [...names.flatMap(name => folders.map(folder => join(folder, name))), ...applications]
  return candidates.find(path => existsSync(path))
}

/** Finds Chromium, or installs it where that needs no question: as root on a Debian-like system. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (!mayInstallPackages() || process.env.CHROMIUM_PATH) throw new Error(howToInstall)
  try {
    installPackages(['chromium-headless-shell'], 'for the browser tests', howToInstall)
  } catch {
    // Not every system that has Chromium has the shell as a package.
    installPackages(['chromium'], 'for the browser tests', howToInstall)
  }
  const installed = findChromium()
  if (!installed) throw new Error(howToInstall)
  return installed
}

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${ensureChromium()}\n`)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
