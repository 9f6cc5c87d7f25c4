import { Fault } from './fault.ts'

/** What every part says when the disk takes no more; the code and the exit code follow from it. */
export function diskFull(cause: unknown, message = 'The disk is full; nothing was written.'): Fault {
  return new Fault('INTERNAL', message, {
    details: { ref: diskFullRef },
    hint: 'Report the reference only if freeing disk space and calling again does not help.',
    cause,
  })
}

const diskFullRef = 'disk-full'

/** A full disk, a used up quota, or a file as large as this process may make one. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof Fault) return error.details?.ref === diskFullRef
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return fullInSqlite.has(Number(error.errcode))
  return 'code' in error && fullInSystem.has(String(error.code))
}

const fullInSystem = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** No room in the database or its log, and none for the memory that its processes share. */
const fullInSqlite = new Set([13, 4874])

/** The fault for an error of the disk; every other error unchanged. */
export function asDiskFault(error: unknown): unknown {
  if (error instanceof Fault) return error
  if (isDiskFull(error)) return diskFull(error)
  if (!(error instanceof Error && 'code' in error && error.code === 'EROFS')) return error
  return new Fault('INTERNAL', 'The disk may only be read; nothing was written.', {
    details: { ref: 'read-only' },
    hint: 'Report the reference only if making the disk writable does not help.',
    cause: error,
  })
}
