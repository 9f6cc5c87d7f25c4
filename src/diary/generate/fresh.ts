import type { DiaryContext } from '../context.ts'
import { carryFile } from '../workspace/carry-file.ts'
import { envelopeFile } from '../workspace/envelope.ts'
import { withExclusiveLock } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { keepCopies, previousName, reportFiles, setAside } from '../workspace/swap.ts'
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
  await withExclusiveLock(root, diary.lockTimeoutMs, async () => {
    const previous = previousName(root, clock())
    // The report stays where it is until the new one takes its place, for there may never be one.
    if (fresh === 'all') await keepCopies(root, reportFiles, previous)
    await setAside(root, files, previous)
  })
}
