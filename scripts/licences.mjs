// A plugin of the bundler: what is bundled is no longer installed as a package, so its licences travel beside the bundle.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes licences.txt: every package that is in the bundle, with its version and the text of its licence. */
export function licences() {
  return {
    name: 'licences',
    generateBundle() {
      const folders = [...new Set([...this.getModuleIds()].flatMap(packageFolder))]
      const source = folders
        .map(licenceOf)
        .sort()
        .join(`\n${'-'.repeat(80)}\n\n`)
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}

const inPackage = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/

function packageFolder(file) {
  const folder = inPackage.exec(file.replace(/^\0/, ''))?.[1]
  return folder ? [folder] : []
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license})`, ...texts].join('\n\n').concat('\n')
}
