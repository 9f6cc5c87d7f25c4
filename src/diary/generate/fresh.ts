import type { DiaryContext } from '../context.ts'
import { carryFile } from '../workspace/carry-file.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { alone } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { previousName, reportFiles, setAside } from '../workspace/swap.ts'
import type { Fresh } from './run.ts'

/** Keeps aside what is to be made anew, with everything that rests on it. */
export async function keepAside(
  { diary, clock }: Pick<DiaryContext, 'diary' | 'clock'>,
  { root }: Workspace,
  projectKeys: readonly string[],
  fresh: Fresh,
): Promise<void> {
  const names = [...(fresh === 'synthesis' ? [] : ['evidence']), envelopeFile, carryFile]
  const files = projectKeys.flatMap(key => names.map(name => `projects/${key}/${name}`))
  // Whoever writes a chain or an item shares the workspace, so nobody does while we have it alone.
  await alone(root, diary.lockTimeoutMs, () =>
    setAside(root, [...files, ...(fresh === 'all' ? reportFiles : [])], previousName(root, clock())),
  )
}
