import { openAuditReadOnly } from '../../src/room/audit/open.ts'
import { openWorkspace } from '../../src/room/workspace/open.ts'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { roomWithScenes } from './many-files.ts'
import { counted, type Measure } from './measure.ts'

export const r7: Measure = {
  id: 'R7',
  about: 'the tree of 5,000 files when nothing changed and when nothing is known',
  async run({ runs: count, workspace }) {
    const opened = await roomWithScenes(workspace.folder('tree'), 5000 - 14)
    const { root, room } = opened
    const { db, project, clock, control } = room
    const audit = openAuditReadOnly({ folder: `${control}/audit`, db, project, clock })
    let work = ''
    const runs = await countedRuns(count, async () => {
      const { vfs } = await openWorkspace(root, { refused: () => audit.keyIdentities() })
      const baseline = await timed(() => vfs.snapshot())
      const opens = vfs.cost.opened
      vfs.forget()
      const subject = await timed(() => vfs.snapshot())
      work = `cold: ${counted(opens)} files opened; warm: ${counted(vfs.cost.opened - opens)}, each looked at once`
      return { subject, baseline }
    })
    await opened.close()
    const measure = 'warm vs cold tree of 5,000 files'
    return [ratioFigure({ id: 'R7', measure, target: atMost(0.2), work }, compare(runs))]
  },
}
