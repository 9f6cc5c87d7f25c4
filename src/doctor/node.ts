import { type Finding, fail, ok } from './finding.ts'

const [leastMajor, leastMinor] = [20, 19]

export function checkNode(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor)
  const found = `Node ${process.versions.node} on ${process.platform} ${process.arch}`
  if (enough) return [ok('node', found)]
  return [fail('node', found, `Install Node ${leastMajor}.${leastMinor} or later.`)]
}
