// Reading QR codes with the camera: by the browser where it can, otherwise by jsQR. Pages load this
// script when somebody opens the camera.
import jsQR from './vendor/jsqr.js';

/** decode returns the text of a QR code in image data, or "". */
export const decode = image => jsQR(image.data, image.width, image.height)?.data || '';

// reader returns a function from a video to a text.
async function reader() {
  try {
    const kinds = await globalThis.BarcodeDetector.getSupportedFormats();
    if (kinds.includes('qr_code')) {
      const detector = new globalThis.BarcodeDetector({ formats: ['qr_code'] });
      return async video => (await detector.detect(video))[0]?.rawValue || '';
    }
  } catch {
    /* the browser reads none */
  }
  const canvas = document.createElement('canvas'),
    pen = canvas.getContext('2d', { willReadFrequently: true });
  return async video => {
    // A code of 85 modules needs no more points than this.
    const scale = Math.min(1, 960 / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!canvas.width) return '';
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decode(pen.getImageData(0, 0, canvas.width, canvas.height));
  };
}

/**
 * scan shows the camera in a video element and calls heard with each text that it reads, until the
 * returned function is called. It fails if there is no camera, or no permission.
 */
export async function scan(video, heard) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: 1280 } });
  let on = true;
  const stop = () => {
    on = false;
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    video.srcObject = stream;
    await video.play();
    const read = await reader();
    (async () => {
      let last = '';
      while (on) {
        const text = await read(video).catch(() => '');
        if (on && text && text !== last) heard((last = text));
        await new Promise(go => setTimeout(go, 80));
      }
    })();
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}
