package notation_test

import (
	"fmt"

	"loophole/notation"
)

func ExampleParse() {
	e, err := notation.Parse("4d6kh3 >= 16")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := e.P()
	fmt.Println(p, err)
	_, err = notation.Parse("4d6kh3 >> 16")
	fmt.Println(err)
	// Output:
	// 169/1296 <nil>
	// expected a number, dice such as 3d6, or a bracket
	//   4d6kh3 >> 16
	//           ^
}

func ExampleDist_All() {
	e, err := notation.Parse("largest(3d6)")
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := e.Dist()
	if err != nil {
		fmt.Println(err)
		return
	}
	for size, chance := range x.All() {
		fmt.Println(size, chance)
	}
	// Output:
	// 1 5/9
	// 2 5/12
	// 3 1/36
}

func ExampleExpr_Roll() {
	e, err := notation.Parse("2d6 + 3")
	if err != nil {
		fmt.Println(err)
		return
	}
	faces := []int64{3, 0} // Places of faces: a 4 and a 1. A game rolls its own.
	v, thrown, err := e.Roll(func(int64) int64 { f := faces[0]; faces = faces[1:]; return f })
	fmt.Println(v, thrown, err)
	// Output: 8 [2d6: 4 1 = 5] <nil>
}
