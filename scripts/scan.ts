import { readFile } from 'node:fs/promises'
import { notRecognizedSentence } from '#domains/scanning/contract.ts'
import { openRecognizers } from '#domains/scanning/server/gateway/recognizers.ts'
import { builtInIngredientNames, emptyRecognitionContext, recognizePhoto } from '#domains/scanning/server/use-cases/recognize-photo.ts'

// No user waits: no pass is skipped because the machine is busy, so the results are deterministic.
const budgetMs = 30_000

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Usage: npm run --silent scan -- FILE…   prints one line of JSON for each picture')
  process.exit(2)
}

const recognizers = openRecognizers({ photoRecognition: true, maxWorkers: 1, onTrouble: (what) => console.error(what) })
const today = new Date().toISOString().slice(0, 10)
const recognitionContext = emptyRecognitionContext(builtInIngredientNames())

/** Returns what the endpoint would respond to a household without codes or foods; `error` only if the picture could not be read. */
async function scanned(file: string) {
  const { result, fine, coarse } = await recognizePhoto(await readFile(file), recognizers, recognitionContext, {
    today,
    dayFirst: true,
    everything: true,
    budgetMs,
  })
  const { success, method, barcode, barcodes, confidence, needsConfirmation, alternatives, extractedText, expirationDate, error } = result
  return {
    success,
    method,
    barcode,
    barcodes,
    fine,
    coarse,
    confidence,
    needsConfirmation,
    alternatives,
    extractedText,
    expirationDate,
    error: error === notRecognizedSentence ? null : error,
  }
}

let opened = 0
for (const file of files) {
  const started = performance.now()
  const line = await scanned(file).then(
    (result) => {
      opened += 1
      return result
    },
    (problem: unknown) => ({ success: false, error: problem instanceof Error ? problem.message : String(problem) }),
  )
  console.log(JSON.stringify({ file, ...line, ms: Math.round((performance.now() - started) * 10) / 10 }))
}
await recognizers.close()
process.exitCode = opened > 0 ? 0 : 1
