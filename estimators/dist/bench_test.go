package dist

import "testing"

func BenchmarkStudentTwoSided(b *testing.B) {
	for i := 0; i < b.N; i++ {
		StudentTwoSided(2+float64(i%64)/8, 499998)
	}
}

func BenchmarkFUpper(b *testing.B) {
	for i := 0; i < b.N; i++ {
		FUpper(2+float64(i%64)/8, 11, 499980)
	}
}

func BenchmarkStudentQuantile(b *testing.B) {
	for i := 0; i < b.N; i++ {
		StudentQuantile(0.975, 100+float64(i%1000))
	}
}

func BenchmarkPartialEta2Interval(b *testing.B) {
	for i := 0; i < b.N; i++ {
		PartialEta2Interval(50+float64(i%64), 11, 499980, 0.95)
	}
}
