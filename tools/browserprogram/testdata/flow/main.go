// Command flow uses every kind of control flow of Go, and prints what it computes. Its output as native code and
// as an optimised module is the same.
package main

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	debug.SetGCPercent(5)
	for _, do := range []func() any{nested, jumps, switches, panics, deferred, goroutines, waiting, sequences, grown, kinds, reflected, collected, numbers} {
		fmt.Println(do())
	}
}

//go:noinline
func same(x int) int { return x }

// nested has loops in loops, with and without calls.
func nested() any {
	sum, b := 0, make([]byte, 300)
outer:
	for i := range 200 {
		for j := 0; ; j++ {
			if j > i {
				break
			}
			if j%7 == 3 {
				continue
			}
			for k := j; k < len(b); k += 3 {
				b[k] ^= byte(i + k)
				if b[k] == 77 {
					sum += k
					continue outer
				}
			}
			if i*j == 1200 {
				break outer
			}
			for k := range 5 {
				sum += same(k) * int(b[j])
				for m := k; m < 4; m++ {
					sum ^= m << k
				}
			}
		}
	}
	return sum
}

// jumps has loops with two entries, and jumps out of loops in loops.
func jumps() any {
	n, trace := 0, 1
	if same(1) == 1 {
		goto second
	}
first:
	trace = trace*3 + 1
	n++
second:
	trace = (trace*5 + 2) % 1000003
	n++
	if n < 50 {
		goto first
	}
	if n < 90 {
		n = same(n)
		goto second
	}
	for i := 0; i < 10; i++ {
		for {
			trace += i
			if trace%3 == 0 {
				goto first2
			}
			if trace%3 == 1 {
				break
			}
			trace++
		}
	}
first2:
	return [2]int{n, trace}
}

func switches() any {
	var b strings.Builder
	for i := range 40 {
		switch {
		case i%15 == 0:
			b.WriteString("both")
			fallthrough
		case i%5 == 0:
			b.WriteByte('5')
		case i%3 == 0 && same(i) > 10 || i == 8:
			b.WriteByte('3')
		default:
			switch i % 11 {
			case 0, 1, 2, 3, 4:
				fmt.Fprint(&b, i)
			case 5:
				b.WriteByte('f')
			case 7:
				continue
			}
			b.WriteByte('.')
		}
	}
	return b.String()
}

// panics recovers from what the runtime and the program throw, in loops.
func panics() any {
	var said []string
	for i := range 7 {
		err := caught(func() {
			var m map[string]int
			var p *[4]int
			s := []int{1, 2, 3}
			for j := range 3 {
				switch same(i) {
				case 0:
					s[same(j+2)]++
				case 1:
					p[same(j)]++
				case 2:
					m["x"] = j
				case 3:
					s[0] /= same(0)
				case 4:
					_ = any(s).(fmt.Stringer)
				case 5:
					panic(errors.New("own"))
				case 6:
					s = s[:same(9)]
				}
			}
		})
		said = append(said, err)
	}
	return strings.Join(said, "; ")
}

func caught(do func()) (said string) {
	defer func() {
		if x := recover(); x != nil {
			said = fmt.Sprint(x)
		}
	}()
	do()
	return "nothing"
}

// deferred has deferred calls in loops, which change results, and panics during panics.
func deferred() any {
	one := func(n int) (sum int, err error) {
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("%v after %d", x, sum)
				sum = -1
			}
		}()
		for i := range n {
			defer func() {
				sum += i * i
				if i == 3 && n == 6 {
					panic("third")
				}
			}()
		}
		if n == 5 {
			panic("five")
		}
		return n, nil
	}
	var said []any
	for n := range 8 {
		sum, err := one(n)
		said = append(said, sum, err)
	}
	return fmt.Sprint(said...)
}

func goroutines() any {
	in, out := make(chan int), make(chan int, 3)
	var wait sync.WaitGroup
	for w := range 5 {
		wait.Go(func() {
			for x := range in {
				for k := range x % 4 {
					if k == w {
						runtime.Gosched()
					}
				}
				out <- x*x + recursive(x)
			}
		})
	}
	go func() {
		for i := range 100 {
			in <- i
		}
		close(in)
		wait.Wait()
		close(out)
	}()
	sum := 0
	for x := range out {
		sum += x
	}
	return sum
}

//go:noinline
func recursive(n int) int {
	var room [40]int
	if n <= 0 {
		return len(room)
	}
	room[n%40] = recursive(n - 1)
	return room[n%40] + n
}

func waiting() any {
	var lock sync.Mutex
	tick, done, count := make(chan int), make(chan bool), 0
	go func() {
		for i := 0; ; i++ {
			select {
			case tick <- i:
				lock.Lock()
				count++
				lock.Unlock()
			case <-done:
				close(tick)
				return
			}
		}
	}()
	sum := 0
	for sum < 1000 {
		select {
		case x := <-tick:
			sum += x
		case <-time.After(time.Minute):
			return "late"
		}
	}
	close(done)
	for range tick {
	}
	time.Sleep(time.Millisecond)
	lock.Lock()
	defer lock.Unlock()
	return fmt.Sprint(sum, count >= 45)
}

func sequences() any {
	count := func(n int) iter.Seq2[int, string] {
		return func(yield func(int, string) bool) {
			defer func() { same(0) }()
			for i := range n {
				if !yield(i, strings.Repeat("a", i)) {
					return
				}
			}
		}
	}
	total := 0
	find := func(wanted int) (string, bool) {
		for i, s := range count(20) {
			defer func() { total += i }()
			for j := range count(i) {
				if j == 3 {
					break
				}
				if i*j == wanted {
					return s, true
				}
			}
		}
		return "", false
	}
	next, stop := iter.Pull2(count(4))
	defer stop()
	next()
	i, s, ok := next()
	a, found := find(14)
	_, lost := find(1000)
	return fmt.Sprint(i, s, ok, a, found, lost, total)
}

// grown lets stacks grow in loops with pointers to variables on the stack.
func grown() any {
	x, sum := 1, 0
	p := &x
	for i := range 30 {
		*p += recursive(i * 100)
		sum ^= x
		go func() { recursive(2000) }()
		runtime.Gosched()
	}
	return sum
}

type shape interface{ area() float64 }
type square float64
type circle struct{ r float64 }

func (s square) area() float64  { return float64(s * s) }
func (c *circle) area() float64 { return 3 * c.r * c.r }

func kinds() any {
	sum := 0.0
	for i, s := range []any{square(2), &circle{3}, 4, "five", nil, []int{6}, square(7)} {
		switch x := s.(type) {
		case shape:
			sum += x.area()
		case int, uint8:
			sum++
		case nil:
			sum *= 2
		case string:
			for _, c := range x {
				sum += float64(c)
			}
		default:
			sum -= float64(i)
		}
	}
	do := square(5).area
	return sum + do()
}

func reflected() any {
	f := reflect.MakeFunc(reflect.TypeFor[func(int, string) string](), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(strings.Repeat(in[1].String(), int(in[0].Int())))}
	}).Interface().(func(int, string) string)
	v := reflect.ValueOf(strings.Fields).Call([]reflect.Value{reflect.ValueOf("a b c")})
	return f(3, "ab") + fmt.Sprint(v[0].Len())
}

func collected() any {
	type node struct {
		left, right *node
		name        string
	}
	var grow func(int) *node
	grow = func(n int) *node {
		if n == 0 {
			return nil
		}
		return &node{grow(n - 1), grow(n - 1), fmt.Sprint(n)}
	}
	var count func(*node) int
	count = func(x *node) int {
		if x == nil {
			return 0
		}
		return count(x.left) + len(x.name) + count(x.right)
	}
	m := map[string]*node{}
	for i := range 60 {
		m[fmt.Sprint(i%7)] = grow(8)
		if i%20 == 0 {
			runtime.GC()
		}
	}
	sum := 0
	for _, x := range m {
		sum += count(x)
	}
	return sum
}

func numbers() any {
	var f float64
	var u8 uint8
	var i16 int16
	list := []int{}
	for i := 1; i < 400; i++ {
		f += 1 / float64(i*i)
		u8 += uint8(i * 3)
		i16 -= int16(i * i)
		if uint32(i)*2654435761 < 1<<30 {
			list = append(list, -i%9)
		}
	}
	slices.Sort(list)
	return fmt.Sprintf("%.12f %d %d %v %d", f, u8, i16, list, min(list[0], len(list)))
}
