import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from '../../files/replace.ts'
import { WorkspaceInfo } from './info.ts'
import { infoFile } from './layout.ts'

/** The project whose workspace a folder is, by what stands in the folder itself, wherever it was copied or moved to. */
export async function projectIn(root: string): Promise<string | undefined> {
  try {
    return WorkspaceInfo.safeParse(JSON.parse(await readFile(join(root, infoFile), 'utf8'))).data?.projectId
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR') || error instanceof SyntaxError) return undefined
    throw error
  }
}
