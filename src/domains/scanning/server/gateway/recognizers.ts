import type { PoolLimits } from '#platform/server/workers/pool.ts'
import { type Decoder, startDecoder } from './barcode-decoder.ts'
import { type Classifier, startClassifier } from './classifier.ts'
import { startTextReader, type TextReader } from './text-reader.ts'

/** Workers that analyze pictures; null if photo recognition is off. */
export interface Recognizers {
  readonly decoder: Decoder
  readonly text: TextReader | null
  readonly classifier: Classifier | null
  close(): Promise<void>
}

/** Starts no workers before the first picture. `maxWorkers` limits the decoder threads. */
export function openRecognizers({
  photoRecognition,
  maxWorkers: max,
  onTrouble,
}: { photoRecognition: boolean } & Pick<PoolLimits, 'maxWorkers' | 'onTrouble'>): Recognizers {
  const reportAs = (what: string) => (onTrouble ? { onTrouble: (why: string) => onTrouble(`${what}: ${why}`) } : {})
  const decoder = startDecoder({ ...(max === undefined ? {} : { maxWorkers: max }), ...reportAs('a picture was not searched for codes') })
  const text = photoRecognition ? startTextReader(reportAs('a picture was not read')) : null
  const classifier = photoRecognition ? startClassifier(reportAs('a photo was not looked at')) : null
  return {
    decoder,
    text,
    classifier,
    close: async () => {
      await Promise.all([decoder.close(), text?.close(), classifier?.close()])
    },
  }
}
