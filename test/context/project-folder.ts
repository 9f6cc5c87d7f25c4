import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tempHome } from '../support/tempdir.ts'

/** A folder of a project with the given files in it. */
export async function projectFolder(files: { [name: string]: string | Uint8Array }): Promise<string> {
  const folder = tempHome()
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return folder
}
