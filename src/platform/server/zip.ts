/** One file of a zip, still packed. */
export interface ZipFile {
  /** As the zip has it; never a path to write to. */
  name: string
  isDeflated: boolean
  packed: Buffer
}

export const isZip = (bytes: Buffer): boolean => bytes.length > 21 && bytes.readUInt32LE(0) === 0x04034b50

/**
 * The files of a zip whose names are wanted, by its directory at the end; nothing it says is trusted beyond its own bytes. Null where it is
 * damaged or locked, or one of them is packed in a way of its own.
 */
export function filesOfZip(zip: Buffer, isWanted: (name: string) => boolean): ZipFile[] | null {
  const files: ZipFile[] = []
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > zip.length) return null
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return null
    const [flags, method, packed] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extraLength, noteLength, local] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + extraLength + noteLength
    if (!isWanted(name)) continue
    if ((flags & 1) === 1 || local + 30 > zip.length || zip.readUInt32LE(local) !== 0x04034b50) return null
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (start + packed > zip.length || (method !== 0 && method !== 8)) return null
    files.push({ name, isDeflated: method === 8, packed: zip.subarray(start, start + packed) })
  }
  return files
}
