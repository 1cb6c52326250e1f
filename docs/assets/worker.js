/* Search in pages that are opened as files: browsers refuse their workers. Here the worker's script
 * runs in a hidden frame, whose messages are passed on as events. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const script = new URL(url, document.baseURI).href.replace(/"/g, "%22")
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      this.frame.title = "search"
      this.frame.srcdoc = "<!doctype html><title>search</title>"
      this.loaded = new Promise((resolve, reject) => {
        this.frame.onload = () => {
          this.frame.onload = null
          const inside = this.frame.contentWindow
          inside.postMessage = (data) => this.emit(new MessageEvent("message", { data }))
          const element = inside.document.createElement("script")
          element.onload = () => resolve(inside)
          element.onerror = () => reject(this.emit(new ErrorEvent("error")))
          element.src = script
          inside.document.head.append(element)
        }
      })
      document.body.append(this.frame)
    }

    emit(event) {
      this.dispatchEvent(event)
      const handler = this["on" + event.type]
      if (handler) handler.call(this, event)
    }

    postMessage(data) {
      const send = (inside) => inside.dispatchEvent(new MessageEvent("message", { data }))
      this.loaded.then(send, () => {})
    }

    terminate() {
      this.frame.remove()
    }
  }
}
