import { openCitedFiles } from '../../src/room/evidence/citation.ts'
import { NameIndex } from '../../src/room/text/entities.ts'
import { wordsOf } from '../../src/room/text/words.ts'
import { openRoom } from '../room/evidence-room.ts'

/** What functions need beside the text. */
export function prepare() {
  const room = openRoom({
    'Story/SCN-outline.md': '# Bell\n\n## Scene 1: The Keeper\n\n## Scene 2: The Door\n',
    'Story/Scenes/SCN-01-the-keeper.md': 'Ines kept the key.\n',
    'Compendium/Characters/CHAR-ines.md': '# Ines\n',
  })
  return { room, snapshot: room.snapshot, cited: openCitedFiles(room.snapshot), names: new NameIndex([]), wordsOf }
}

export type Prepared = ReturnType<typeof prepare>
