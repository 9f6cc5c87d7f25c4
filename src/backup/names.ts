/** Where a restore unpacks, below the home: putting things in place is then a rename. */
export const stagingPrefix = '.restore.'
/** Where a restore puts what was in the home before. */
export const beforeRestore = 'before-restore-'
