module loophole

go 1.26
