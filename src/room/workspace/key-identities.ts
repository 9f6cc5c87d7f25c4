import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { controlFolder } from './layout.ts'
import { identity } from './read-jailed.ts'

/** The identities of the audit keys: the workspace's own, an external one, and the retired ones beside either. */
export async function keyIdentities(root: string, externalKey?: string): Promise<Set<string>> {
  const audit = join(root, controlFolder, 'audit')
  const folders = [join(audit, 'retired'), ...(externalKey === undefined ? [] : [`${externalKey}.retired`])]
  const retired = await Promise.all(folders.map(filesIn))
  const keys = [join(audit, 'secret.key'), ...(externalKey === undefined ? [] : [externalKey]), ...retired.flat()]
  return new Set((await Promise.all(keys.map(identitiesOf))).flat())
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.map(name => join(folder, name))
}

/** Of the name itself and of what it leads to. */
async function identitiesOf(path: string): Promise<string[]> {
  const looks = [lstat(path, { bigint: true }), stat(path, { bigint: true })]
  const found = await Promise.all(looks.map(look => look.then(identity, () => undefined)))
  return found.filter(each => each !== undefined)
}
