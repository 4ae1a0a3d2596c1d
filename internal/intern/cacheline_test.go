package intern

import (
	"testing"
	"unsafe"
)

// TestRoomInCacheLines: what an index writes for each value shares no line of the processor's cache with the room of
// another index, which another goroutine may be writing.
func TestRoomInCacheLines(t *testing.T) {
	type padded struct {
		A int8
		B int64
	}
	for range 20 {
		for _, x := range []*Index{New[padded](), New[[5]padded](), New[[12]padded]()} {
			if x.clean == nil {
				t.Fatalf("values of %d bytes have no padding", x.size)
			}
			at := uintptr(unsafe.Pointer(unsafe.SliceData(x.clean)))
			if at%cacheLine != 0 || cap(x.clean)%cacheLine != 0 || len(x.clean) != int(x.size) {
				t.Errorf("a value of %d bytes has %d of %d bytes at %#x", x.size, len(x.clean), cap(x.clean), at)
			}
		}
	}
}
