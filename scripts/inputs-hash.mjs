import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** One hash over everything the build of a part reads; tests are left out because editing them changes no output. */
export function inputsHash(root, part) {
  // The page imports the program's schemas.
  const folders = (part === 'web' ? ['src', 'web'] : ['src']).flatMap(folder =>
    filesUnder(join(root, folder)).map(file => `${folder}/${file}`),
  )
  const files = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/licences.mjs',
    'assets/tokens.json',
    ...folders,
  ]
  const hash = createHash('sha256')
  for (const file of files.filter(file => !/\.test\.tsx?$/.test(file)).sort()) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Every file below a folder, as paths relative to it with forward slashes. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
