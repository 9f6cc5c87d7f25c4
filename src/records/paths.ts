/** Bounds of a subtree in path order; the root itself is the lower bound. '/' follows '.' and ':' follows the digits. */
export function subtree(path: string): { pathFrom: string; pathTo: string } {
  return { pathFrom: path, pathTo: `${path.slice(0, -1)}/` }
}

export const wholeTree = { pathFrom: '', pathTo: ':' }
