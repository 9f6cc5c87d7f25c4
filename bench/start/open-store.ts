// What a command needs of the store whatever it does: opened, its schema checked, one question asked, closed.
import { openDb } from '../../src/db/open.ts'
import { projectAtFolder } from '../../src/projects/at-folder.ts'

void openDb({ location: process.argv[2] ?? '' }).then(async db => {
  await db.read(tx => projectAtFolder(tx, process.cwd()))
  await db.close()
})
