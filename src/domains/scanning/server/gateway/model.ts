import { InferenceSession } from 'onnxruntime-node'

/**
 * A model, ready to run: one core, and no memory kept back between runs. `file`: its path. Loads the native library, so only for
 * processes begun for it (`processWorker`).
 */
export const openModel = (file: string): Promise<InferenceSession> =>
  InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  })
